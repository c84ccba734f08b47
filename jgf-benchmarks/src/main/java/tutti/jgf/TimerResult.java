package tutti.jgf;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.bench.Samples;
import tutti.jgf.suite.Timing;

/**
 * What all repeats brought for one timer.
 *
 * @param timer empty if the benchmark has but one
 * @param arraySize null if that is no part of the benchmark
 * @param seconds of each repeat that could be measured
 * @param medianSeconds null, as the other values, if none could
 * @param spread the longest time less the shortest, by the median
 * @param perSecond median of the operations in each second
 * @param speedUp median time of one member by this one; null if one member was not run
 */
record TimerResult(
        String timer,
        String unit,
        @Nullable Integer arraySize,
        double operations,
        List<Double> seconds,
        @Nullable Double medianSeconds,
        @Nullable Double spread,
        @Nullable Double perSecond,
        @Nullable Double speedUp) {

    static TimerResult of(List<Timing> timings, @Nullable TimerResult alone) {
        Timing last = timings.getLast();
        List<Timing> measured =
                timings.stream().filter(timing -> timing.seconds() > 0).toList();
        Integer arraySize = last.arraySize() == 0 ? null : (Integer) last.arraySize();
        if (measured.isEmpty()) {
            return new TimerResult(
                    last.timer(), last.unit(), arraySize, last.operations(), List.of(), null, null, null, null);
        }
        Samples seconds = new Samples(measured.stream().map(Timing::seconds).toList());
        Samples rates = new Samples(measured.stream().map(Timing::perSecond).toList());
        Double sequential = alone == null ? null : alone.medianSeconds();
        return new TimerResult(
                last.timer(),
                last.unit(),
                arraySize,
                last.operations(),
                seconds.values(),
                seconds.median(),
                (seconds.max() - seconds.min()) / seconds.median(),
                rates.median(),
                sequential == null ? null : sequential / seconds.median());
    }
}
