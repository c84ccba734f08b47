/*
 * The peers openmpi and mpich of tutti bench: runs the same blocks as Tutti's jobs do, with the same data and the same checks.
 *
 * Rank 0 reads a block from its standard input, tells the others, and answers with the time it took. While there is nothing to do,
 * no rank uses a processor: rank 0 waits for input, the others look for a message once a millisecond.
 */
#define _POSIX_C_SOURCE 200809L

#include <limits.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WINDOW = 64, ROW = 4096, PERIOD = 97, ORDER_BYTES = 160, CACHE_LINE_BYTES = 64, ORDER_TAG = 1, DATA_TAG = 2, SIGNAL_TAG = 3 };

static const int EXCHANGED_BYTES = 1 << 20;
static const long POLL_NANOS = 1000000;

static const long long WORK_NANOS = 1000000;

static int rank, size;

/* All members on a ring. */
static MPI_Comm ring;

/* The block that is run. */
static char benchmark[32];
static int bytes, iterations, checks_all, times_each;

/* Elements of every value: bytes, or doubles; their distance in memory, and that of those that hold the iteration. */
static int is_of_doubles, length, stride, step;

/* What a message of a pair is. */
static int data_count;
static MPI_Datatype data_type;

/* The work beside an operation that was started. */
static long long work_steps;

/* What has to be in the value that arrived last from each member. */
struct arrival {
    const void *value;
    long long scale, shift, end;
};
static struct arrival *last;

static void fail(const char *text, long long index, long long expected, long long actual) {
    fprintf(stderr, "mpi: %s: benchmark=%s rank=%d index=%lld expected=%lld actual=%lld\n", text, benchmark, rank, index,
            expected, actual);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void *allocate(size_t count, size_t element_bytes) {
    void *memory = calloc(count == 0 ? 1 : count, element_bytes);
    if (memory == NULL) {
        fail("no memory", (long long)count, 0, 0);
    }
    return memory;
}

static long long nanos_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

/* ---- values: see Content.java ---- */

static long long element(const void *value, int index) {
    return is_of_doubles ? (long long)((const double *)value)[(size_t)index * (size_t)stride] : ((const signed char *)value)[index];
}

static void set(void *value, int index, long long number) {
    if (is_of_doubles) {
        ((double *)value)[(size_t)index * (size_t)stride] = (double)number;
    } else {
        ((signed char *)value)[index] = (signed char)number;
    }
}

static void check(const void *value, int index, long long number) {
    long long expected = is_of_doubles ? number : (signed char)number;
    if (element(value, index) != expected) {
        fail("wrong data arrived", index, expected, element(value, index));
    }
}

static void fill(void *value, long long seed) {
    for (int i = 0; i < length; i++) {
        set(value, i, i % PERIOD + seed);
    }
}

static void stamp(void *value, long long end) {
    for (long long i = 0; i < length - 1; i += step) {
        set(value, (int)i, end);
    }
    set(value, length - 1, end);
}

static void check_ends(const struct arrival *arrival) {
    for (long long i = 0; i < length - 1; i += step) {
        check(arrival->value, (int)i, arrival->end);
    }
    check(arrival->value, length - 1, arrival->end);
}

static void check_all(const struct arrival *arrival) {
    check_ends(arrival);
    for (int i = 1; i < length - 1; i++) {
        if (i % step != 0) {
            check(arrival->value, i, arrival->scale * (i % PERIOD) + arrival->shift);
        }
    }
}

static void accept_scaled(const void *value, int source, long long scale, long long shift, long long iteration) {
    struct arrival *arrival = &last[source];
    arrival->value = value;
    arrival->scale = scale;
    arrival->shift = shift;
    arrival->end = scale * iteration + shift;
    if (checks_all) {
        check_all(arrival);
    } else {
        check_ends(arrival);
    }
}

static void accept(const void *value, int source, long long seed, long long iteration) {
    accept_scaled(value, source, 1, seed, iteration);
}

static void accept_sum(const void *value, long long iteration) {
    accept_scaled(value, 0, size, (long long)size * (size - 1) / 2, iteration);
}

/* ---- single times: see Durations.java ---- */

enum { PER_POWER = 64, POWER_BITS = 6, BUCKETS = 64 * PER_POWER };

/* Ends of iterations that are timed alone. */
static long long *ends;

/* Notes the end of an iteration, and returns the number of the next. */
static int ended(int iteration) {
    if (times_each) {
        ends[iteration] = nanos_now();
    }
    return iteration + 1;
}

static int bucket(long long nanos) {
    int shift = 0;
    while (nanos >> shift >= 2 * PER_POWER) {
        shift++;
    }
    return shift * PER_POWER + (int)(nanos >> shift);
}

/* Turns the ends of iterations into their times, and at rank 0 into the longest of all members if all take part. */
static void to_times(long long begin, int of_two) {
    for (int k = iterations - 1; k >= 0; k--) {
        ends[k] -= k == 0 ? begin : ends[k - 1];
    }
    if (!of_two) {
        const void *mine = rank == 0 ? MPI_IN_PLACE : ends;
        MPI_Reduce(mine, ends, iterations, MPI_LONG_LONG, MPI_MAX, 0, MPI_COMM_WORLD);
    }
}

static void print_times(void) {
    long long *counts = allocate(BUCKETS, sizeof *counts);
    for (int k = 0; k < iterations; k++) {
        counts[bucket(ends[k] < 0 ? 0 : ends[k])]++;
    }
    const char *separator = " singles ";
    for (int i = 0; i < BUCKETS; i++) {
        if (counts[i] != 0) {
            printf("%s%d:%lld", separator, i, counts[i]);
            separator = ",";
        }
    }
    free(counts);
}

/* ---- loops: see Loop.java ---- */

static unsigned char *out, *in;

static void *part(unsigned char *values, int index) {
    return values + (size_t)index * bytes;
}

static void ping_pong(void) {
    int peer = 1 - rank;
    for (int k = 0; k < iterations; k = ended(k)) {
        if (rank == 0) {
            stamp(out, k);
            MPI_Send(out, data_count, data_type, peer, DATA_TAG, MPI_COMM_WORLD);
            MPI_Recv(in, data_count, data_type, peer, DATA_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            accept(in, peer, peer, k);
        } else {
            MPI_Recv(in, data_count, data_type, peer, DATA_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            accept(in, peer, peer, k);
            stamp(out, k + rank);
            MPI_Send(out, data_count, data_type, peer, DATA_TAG, MPI_COMM_WORLD);
        }
    }
}

/* Each message of a window has a buffer of its own at both ends, for all are under way together. */
static void send_window(int count, int peer, long long iteration, MPI_Request *requests) {
    for (int message = 0; message < count; message++) {
        stamp(part(out, message), iteration + message + rank);
        MPI_Isend(part(out, message), bytes, MPI_BYTE, peer, DATA_TAG, MPI_COMM_WORLD, &requests[message]);
    }
}

static void receive_window(int count, int peer, MPI_Request *requests) {
    for (int message = 0; message < count; message++) {
        MPI_Irecv(part(in, message), bytes, MPI_BYTE, peer, DATA_TAG, MPI_COMM_WORLD, &requests[message]);
    }
}

static void accept_window(int count, int peer, long long iteration) {
    for (int message = 0; message < count; message++) {
        accept(part(in, message), peer, peer, iteration + message);
    }
}

static void ping_pong_any_source(void) {
    int peer = 1 - rank;
    for (int k = 0; k < iterations; k = ended(k)) {
        if (rank == 0) {
            stamp(out, k);
            MPI_Send(out, bytes, MPI_BYTE, peer, DATA_TAG, MPI_COMM_WORLD);
            MPI_Recv(in, bytes, MPI_BYTE, MPI_ANY_SOURCE, DATA_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            accept(in, peer, peer, k);
        } else {
            MPI_Recv(in, bytes, MPI_BYTE, MPI_ANY_SOURCE, DATA_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            accept(in, peer, peer, k);
            stamp(out, k + rank);
            MPI_Send(out, bytes, MPI_BYTE, peer, DATA_TAG, MPI_COMM_WORLD);
        }
    }
}

static void started_ping_pong(void) {
    MPI_Request receive, send;
    int peer = 1 - rank;
    for (int k = 0; k < iterations; k = ended(k)) {
        MPI_Irecv(in, bytes, MPI_BYTE, peer, DATA_TAG, MPI_COMM_WORLD, &receive);
        if (rank == 0) {
            stamp(out, k);
            MPI_Isend(out, bytes, MPI_BYTE, peer, DATA_TAG, MPI_COMM_WORLD, &send);
            MPI_Wait(&receive, MPI_STATUS_IGNORE);
            accept(in, peer, peer, k);
        } else {
            MPI_Wait(&receive, MPI_STATUS_IGNORE);
            accept(in, peer, peer, k);
            stamp(out, k + rank);
            MPI_Isend(out, bytes, MPI_BYTE, peer, DATA_TAG, MPI_COMM_WORLD, &send);
        }
        MPI_Wait(&send, MPI_STATUS_IGNORE);
    }
}

static void prepared_ping_pong(void) {
    MPI_Request receive, send;
    int peer = 1 - rank;
    MPI_Recv_init(in, bytes, MPI_BYTE, peer, DATA_TAG, MPI_COMM_WORLD, &receive);
    MPI_Send_init(out, bytes, MPI_BYTE, peer, DATA_TAG, MPI_COMM_WORLD, &send);
    for (int k = 0; k < iterations; k = ended(k)) {
        MPI_Start(&receive);
        if (rank == 0) {
            stamp(out, k);
            MPI_Start(&send);
            MPI_Wait(&receive, MPI_STATUS_IGNORE);
            accept(in, peer, peer, k);
        } else {
            MPI_Wait(&receive, MPI_STATUS_IGNORE);
            accept(in, peer, peer, k);
            stamp(out, k + rank);
            MPI_Start(&send);
        }
        MPI_Wait(&send, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&receive);
    MPI_Request_free(&send);
}

static void streams(void) {
    MPI_Request requests[WINDOW];
    int pairs = size / 2;
    for (int k = 0; k < iterations; k = ended(k)) {
        if (rank < pairs) {
            int peer = rank + pairs;
            send_window(WINDOW, peer, k, requests);
            MPI_Waitall(WINDOW, requests, MPI_STATUSES_IGNORE);
            MPI_Recv(NULL, 0, MPI_BYTE, peer, SIGNAL_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            int peer = rank - pairs;
            receive_window(WINDOW, peer, requests);
            MPI_Waitall(WINDOW, requests, MPI_STATUSES_IGNORE);
            accept_window(WINDOW, peer, k);
            MPI_Send(NULL, 0, MPI_BYTE, peer, SIGNAL_TAG, MPI_COMM_WORLD);
        }
    }
}

static void exchanges(void) {
    MPI_Request requests[2 * WINDOW];
    int peer = 1 - rank;
    int together = EXCHANGED_BYTES / bytes;
    together = together < 1 ? 1 : together > WINDOW ? WINDOW : together;
    for (int k = 0; k < iterations; k = ended(k)) {
        for (int first = 0; first < WINDOW; first += together) {
            int count = WINDOW - first < together ? WINDOW - first : together;
            receive_window(count, peer, requests);
            send_window(count, peer, (long long)k + first, requests + count);
            MPI_Waitall(2 * count, requests, MPI_STATUSES_IGNORE);
            accept_window(count, peer, (long long)k + first);
        }
    }
}

static void barriers(void) {
    for (int k = 0; k < iterations; k = ended(k)) {
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

/* The window of a block, which all members may access except if they fence. */
static MPI_Win window;
static void *exposed;

static void puts_and_flushes(void) {
    if (rank == 0) {
        for (int k = 0; k < iterations; k = ended(k)) {
            stamp(out, k);
            MPI_Put(out, bytes, MPI_BYTE, 1, 0, bytes, MPI_BYTE, window);
            MPI_Win_flush(1, window);
        }
        MPI_Send(NULL, 0, MPI_BYTE, 1, SIGNAL_TAG, MPI_COMM_WORLD);
    } else {
        MPI_Recv(NULL, 0, MPI_BYTE, 0, SIGNAL_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_sync(window);
        memcpy(in, exposed, (size_t)bytes);
        accept(in, 0, 0, iterations - 1);
    }
}

static void gets_from_window(void) {
    if (rank == 0) {
        for (int k = 0; k < iterations; k = ended(k)) {
            MPI_Get(in, bytes, MPI_BYTE, 1, 0, bytes, MPI_BYTE, window);
            MPI_Win_flush(1, window);
            accept(in, 0, 1, 0);
        }
        MPI_Send(NULL, 0, MPI_BYTE, 1, SIGNAL_TAG, MPI_COMM_WORLD);
    } else {
        MPI_Recv(NULL, 0, MPI_BYTE, 0, SIGNAL_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static long long fetch_and_add(long long delta) {
    long long before = 0;
    MPI_Fetch_and_op(&delta, &before, MPI_LONG_LONG, 0, 0, MPI_SUM, window);
    MPI_Win_flush(0, window);
    return before;
}

static void additions(void) {
    long long before = -1;
    for (int k = 0; k < iterations; k = ended(k)) {
        long long number = fetch_and_add(1);
        if (number <= before) {
            fail("wrong number", 0, before + 1, number);
        }
        before = number;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    long long all = fetch_and_add(0);
    if (all != (long long)iterations * size) {
        fail("wrong sum", 0, (long long)iterations * size, all);
    }
}

static void fences(void) {
    for (int k = 0; k < iterations; k = ended(k)) {
        MPI_Win_fence(0, window);
    }
}

static void open_window(int is_get, int is_locked) {
    MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &exposed, &window);
    memset(exposed, 0, (size_t)bytes);
    if (is_get) {
        stamp(out, rank);
        memcpy(exposed, out, (size_t)bytes);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (is_locked) {
        MPI_Win_lock_all(0, window);
    }
}

static void close_window(int is_locked) {
    if (is_locked) {
        MPI_Win_unlock_all(window);
    }
    MPI_Win_free(&window);
}

static void broadcasts(void) {
    unsigned char *value = rank == 0 ? out : in;
    for (int k = 0; k < iterations; k = ended(k)) {
        if (rank == 0) {
            stamp(value, k);
        }
        MPI_Bcast(value, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
        accept(value, 0, 0, k);
    }
}

static void reductions(void) {
    for (int k = 0; k < iterations; k = ended(k)) {
        stamp(out, k + rank);
        MPI_Reduce(out, in, length, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
        if (rank == 0) {
            accept_sum(in, k);
        }
    }
}

static void all_reductions(void) {
    for (int k = 0; k < iterations; k = ended(k)) {
        stamp(out, k + rank);
        MPI_Allreduce(out, in, length, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        accept_sum(in, k);
    }
}

static void located_maxima(void) {
    for (int k = 0; k < iterations; k = ended(k)) {
        stamp(out, k + rank);
        MPI_Allreduce(out, in, length / 2, MPI_2DOUBLE_PRECISION, MPI_MAXLOC, MPI_COMM_WORLD);
        accept_scaled(in, 0, 1, size - 1, k);
    }
}

/* All ranks but 0 have ones. */
static void products(void) {
    for (int i = 0; rank > 0 && i < length; i++) {
        set(out, i, 1 - i % 2);
    }
    for (int k = 0; k < iterations; k = ended(k)) {
        if (rank == 0) {
            stamp(out, k);
        }
        MPI_Allreduce(out, in, length / 2, MPI_C_DOUBLE_COMPLEX, MPI_PROD, MPI_COMM_WORLD);
        accept_scaled(in, 0, 1, 0, k);
    }
}

static void sums(void) {
    long long expected = 0;
    for (int i = 0; i < length; i++) {
        expected += (long long)size * (i % PERIOD) + (long long)size * (size - 1) / 2;
    }
    for (int k = 0; k < iterations; k = ended(k)) {
        double own = 0, all = 0;
        for (int i = 0; i < length; i++) {
            own += ((const double *)out)[i];
        }
        MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        if ((long long)all != expected) {
            fail("wrong sum", 0, expected, (long long)all);
        }
    }
}

static void stamp_parts(int source, long long iteration) {
    for (int destination = 0; destination < size; destination++) {
        stamp(part(out, destination), iteration + (long long)source * size + destination);
    }
}

static void scatters(void) {
    for (int k = 0; k < iterations; k = ended(k)) {
        if (rank == 0) {
            stamp_parts(0, k);
        }
        MPI_Scatter(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
        accept(in, 0, rank, k);
    }
}

static void accept_parts(long long iteration) {
    for (int source = 0; source < size; source++) {
        accept(part(in, source), source, source, iteration);
    }
}

static void gathers(void) {
    for (int k = 0; k < iterations; k = ended(k)) {
        stamp(out, k + rank);
        MPI_Gather(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
        if (rank == 0) {
            accept_parts(k);
        }
    }
}

static void all_gathers(void) {
    for (int k = 0; k < iterations; k = ended(k)) {
        stamp(out, k + rank);
        MPI_Allgather(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, MPI_COMM_WORLD);
        accept_parts(k);
    }
}

static void all_to_alls(void) {
    for (int k = 0; k < iterations; k = ended(k)) {
        stamp_parts(rank, k);
        MPI_Alltoall(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, MPI_COMM_WORLD);
        for (int source = 0; source < size; source++) {
            accept(part(in, source), source, (long long)source * size + rank, k);
        }
    }
}

static void all_to_alls_with_counts(void) {
    int *counts = allocate((size_t)size, sizeof *counts);
    int *displacements = allocate((size_t)size, sizeof *displacements);
    for (int other = 0; other < size; other++) {
        counts[other] = bytes;
        displacements[other] = other * bytes;
    }
    for (int k = 0; k < iterations; k = ended(k)) {
        stamp_parts(rank, k);
        MPI_Alltoallv(out, counts, displacements, MPI_BYTE, in, counts, displacements, MPI_BYTE, MPI_COMM_WORLD);
        for (int source = 0; source < size; source++) {
            accept(part(in, source), source, (long long)source * size + rank, k);
        }
    }
    free(counts);
    free(displacements);
}

/* The members below and above on the ring. */
static int neighbor(int index) {
    return (rank + (index == 0 ? size - 1 : 1)) % size;
}

static void neighbor_all_to_alls(void) {
    for (int k = 0; k < iterations; k = ended(k)) {
        for (int i = 0; i < 2; i++) {
            stamp(part(out, i), k + (long long)rank * size + neighbor(i));
        }
        MPI_Neighbor_alltoall(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, ring);
        for (int i = 0; i < 2; i++) {
            accept(part(in, i), i, (long long)neighbor(i) * size + rank, k);
        }
    }
}

static long long sum_below(int end) {
    return (long long)end * (end - 1) / 2;
}

static void scans(void) {
    for (int k = 0; k < iterations; k = ended(k)) {
        stamp(out, k + rank);
        MPI_Scan(out, in, length, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        accept_scaled(in, 0, rank + 1, sum_below(rank + 1), k);
    }
}

static void reduce_scatters(void) {
    for (int k = 0; k < iterations; k = ended(k)) {
        stamp_parts(rank, k);
        MPI_Reduce_scatter_block(out, in, length, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        accept_scaled(in, 0, size, size * (sum_below(size) + rank), k);
    }
}

/* ---- work beside an operation: see Work.java ---- */

static volatile double result;

static void work(long long steps) {
    double value = (double)steps;
    for (long long i = 0; i < steps; i++) {
        value = value * 0.999 + 1;
    }
    result = value;
}

static long long steps_of(long long nanos) {
    enum { TRIALS = 5, TRIAL_STEPS = 100000 };
    long long least = nanos;
    for (int i = 0; i < TRIALS; i++) {
        long long begin = nanos_now();
        work(TRIAL_STEPS);
        long long taken = nanos_now() - begin;
        least = taken < least ? taken : least;
    }
    return (long long)((double)TRIAL_STEPS * (double)nanos / (double)(least < 1 ? 1 : least));
}

static void started_reductions_beside(long long steps) {
    MPI_Request reduction;
    for (int k = 0; k < iterations; k = ended(k)) {
        stamp(out, k + rank);
        MPI_Iallreduce(out, in, length, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &reduction);
        work(steps);
        MPI_Wait(&reduction, MPI_STATUS_IGNORE);
        accept_sum(in, k);
    }
}

static void started_reductions(void) {
    started_reductions_beside(0);
}

static void overlapped_reductions(void) {
    started_reductions_beside(work_steps);
}

/* How many values a member sends, and receives, before the first buffer may be used again. */
static const struct loop {
    const char *name;
    void (*run)(void);
    enum { ONE, ALL, WINDOWED } sends, receives;
    int of_two;
} LOOPS[] = {
    {"latency", ping_pong, ONE, ONE, 1},
    {"latency-nonblocking", started_ping_pong, ONE, ONE, 1},
    {"latency-persistent", prepared_ping_pong, ONE, ONE, 1},
    {"latency-any-source", ping_pong_any_source, ONE, ONE, 1},
    {"latency-strided", ping_pong, ONE, ONE, 1},
    {"put", puts_and_flushes, ONE, ONE, 1},
    {"get", gets_from_window, ONE, ONE, 1},
    {"bandwidth", streams, WINDOWED, WINDOWED, 1},
    {"bandwidth-nonblocking", streams, WINDOWED, WINDOWED, 1},
    {"bibandwidth", exchanges, WINDOWED, WINDOWED, 1},
    {"message-rate", streams, WINDOWED, WINDOWED, 0},
    {"barrier", barriers, ONE, ONE, 0},
    {"fence", fences, ONE, ONE, 0},
    {"fetch-and-add", additions, ONE, ONE, 0},
    {"broadcast", broadcasts, ONE, ONE, 0},
    {"reduce", reductions, ONE, ONE, 0},
    {"allreduce", all_reductions, ONE, ONE, 0},
    {"allreduce-maxloc", located_maxima, ONE, ONE, 0},
    {"allreduce-complex", products, ONE, ONE, 0},
    {"sum", sums, ONE, ONE, 0},
    {"exact-sum", sums, ONE, ONE, 0},
    {"scatter", scatters, ALL, ONE, 0},
    {"gather", gathers, ONE, ALL, 0},
    {"allgather", all_gathers, ONE, ALL, 0},
    {"alltoall", all_to_alls, ALL, ALL, 0},
    {"alltoallv", all_to_alls_with_counts, ALL, ALL, 0},
    {"neighbor-alltoall", neighbor_all_to_alls, ALL, ALL, 0},
    {"scan", scans, ONE, ONE, 0},
    {"reduce-scatter", reduce_scatters, ALL, ONE, 0},
    {"iallreduce", started_reductions, ONE, ONE, 0},
    {"iallreduce-overlap", overlapped_reductions, ONE, ONE, 0},
};

static const struct loop *find(const char *name) {
    for (size_t i = 0; i < sizeof LOOPS / sizeof *LOOPS; i++) {
        if (strcmp(LOOPS[i].name, name) == 0) {
            return &LOOPS[i];
        }
    }
    fail("no such benchmark", 0, 0, 0);
    return NULL;
}

static int values(int kind) {
    return kind == ONE ? 1 : kind == ALL ? size : WINDOW;
}

static long long seed(const struct loop *loop, int index) {
    if (loop->run == neighbor_all_to_alls) {
        return (long long)rank * size + neighbor(index);
    }
    if (loop->sends == ALL) {
        return (long long)(loop->run == scatters ? 0 : rank) * size + index;
    }
    return loop->run == broadcasts ? 0 : rank;
}

/* Has the pages of a buffer mapped, for the first who writes to one waits for that. */
static void touch(unsigned char *buffer, size_t length_of_buffer) {
    memset(buffer, 1, length_of_buffer);
}

/* Runs a block, and at rank 0 answers with the time it took. */
static void time_block(const struct loop *loop) {
    out = allocate((size_t)values(loop->sends), (size_t)bytes * (size_t)stride);
    in = allocate((size_t)values(loop->receives), (size_t)bytes * (size_t)stride);
    touch(in, (size_t)values(loop->receives) * (size_t)bytes * (size_t)stride);
    if (times_each) {
        ends = allocate((size_t)iterations, sizeof *ends);
        touch((unsigned char *)ends, (size_t)iterations * sizeof *ends);
    }
    for (int i = 0; i < values(loop->sends); i++) {
        fill(part(out, i), seed(loop, i));
    }
    memset(last, 0, (size_t)size * sizeof *last);
    int is_locked = loop->run == puts_and_flushes || loop->run == gets_from_window || loop->run == additions;
    int has_window = is_locked || loop->run == fences;
    if (has_window) {
        open_window(loop->run == gets_from_window, is_locked);
    }
    if (loop->run == overlapped_reductions) {
        work_steps = steps_of(WORK_NANOS);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    long long begin = nanos_now();
    loop->run();
    long long slowest = nanos_now() - begin;
    if (!loop->of_two) {
        MPI_Barrier(MPI_COMM_WORLD);
    }
    long long nanos = nanos_now() - begin;
    for (int source = 0; source < size; source++) {
        if (last[source].value != NULL) {
            check_all(&last[source]);
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (has_window) {
        close_window(is_locked);
    }
    if (times_each) {
        to_times(begin, loop->of_two);
    }
    if (!loop->of_two) {
        long long own = slowest;
        MPI_Reduce(&own, &slowest, 1, MPI_LONG_LONG, MPI_MAX, 0, MPI_COMM_WORLD);
    }
    if (rank == 0) {
        printf("tutti-bench nanos %lld", nanos);
        if (!loop->of_two) {
            printf(" slowest %lld", slowest);
        }
        if (times_each) {
            print_times();
        }
        puts("");
        fflush(stdout);
    }
    if (times_each) {
        free(ends);
    }
    free(out);
    free(in);
}

/* ---- orders: see Orders.java ---- */

/* Reads the next block at rank 0 and tells the others; returns whether there is one. */
static int next_order(char *line) {
    if (rank == 0) {
        if (fgets(line, ORDER_BYTES, stdin) == NULL) {
            line[0] = '\0';
        }
        for (int other = 1; other < size; other++) {
            MPI_Send(line, ORDER_BYTES, MPI_CHAR, other, ORDER_TAG, MPI_COMM_WORLD);
        }
    } else {
        int arrived = 0;
        while (!arrived) {
            MPI_Iprobe(0, ORDER_TAG, MPI_COMM_WORLD, &arrived, MPI_STATUS_IGNORE);
            if (!arrived) {
                struct timespec pause = {0, POLL_NANOS};
                nanosleep(&pause, NULL);
            }
        }
        MPI_Recv(line, ORDER_BYTES, MPI_CHAR, 0, ORDER_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return line[0] != '\0';
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, (int[]){1}, 0, &ring);
    last = allocate((size_t)size, sizeof *last);
    if (rank == 0) {
        puts("tutti-bench ready");
        fflush(stdout);
    }
    char line[ORDER_BYTES] = "";
    char payload[16], mode[16], freshness[8];
    while (next_order(line)) {
        if (sscanf(line, "%31s %15s %d %d %15s %7s", benchmark, payload, &bytes, &iterations, mode, freshness) != 6) {
            fail("no block", 0, 0, 0);
        }
        const struct loop *loop = find(benchmark);
        int is_strided = strcmp(benchmark, "latency-strided") == 0;
        is_of_doubles = is_strided || strstr(benchmark, "reduce") != NULL || loop->run == scans || loop->run == sums;
        length = is_of_doubles ? bytes / (int)sizeof(double) : bytes;
        stride = is_strided ? ROW : 1;
        data_count = bytes;
        data_type = MPI_BYTE;
        if (is_strided) {
            data_count = 1;
            MPI_Type_vector(length, 1, stride, MPI_DOUBLE, &data_type);
            MPI_Type_commit(&data_type);
        }
        int element_bytes = is_of_doubles ? (int)sizeof(double) : 1;
        step = strcmp(freshness, "fresh") == 0 ? CACHE_LINE_BYTES / element_bytes : INT_MAX;
        checks_all = strcmp(mode, "checked") == 0;
        times_each = strcmp(mode, "single") == 0;
        time_block(loop);
        if (is_strided) {
            MPI_Type_free(&data_type);
        }
    }
    free(last);
    MPI_Comm_free(&ring);
    MPI_Finalize();
    return 0;
}
