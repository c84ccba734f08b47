/**
 * What users of collective operations import: operators, dividable objects, blocks, the table of algorithms,
 * exceptions.
 *
 * <p>Users meet {@link tutti.collectives.ReductionObject} with its ready {@link tutti.collectives.Reductions}, and
 * {@link tutti.collectives.DividableDataObject} with ready ones for arrays and lists. The sub-packages are internal.
 * They form layers: {@code operator} and {@code signature} at the bottom; this package; {@code algorithm}; {@code
 * local}; {@code shm}; {@code hierarchy}; {@code operation} at the top. A package uses those before it only.
 *
 * <p>Values are immutable unless their own pages say otherwise; no lock.
 */
@NullMarked
package tutti.collectives;

import org.jspecify.annotations.NullMarked;
