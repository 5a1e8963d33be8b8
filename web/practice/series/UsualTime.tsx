import { useQuery } from '@tanstack/react-query';
import { useTimeZone } from '#web/practice/own-profile/use-profile.ts';
import { seriesQuery, skipsQuery } from '#web/practice/series/queries.ts';
import { SeriesMenu } from '#web/practice/series/SeriesMenu.tsx';
import { showSkips } from '#web/practice/series/skips.ts';
import classes from '#web/practice/series/UsualTime.module.css';
import { currentRules, showRule, showUntil } from '#web/practice/series/words.ts';
import { useNow } from '#web/ui/page/use-now.ts';

interface UsualTimeProps {
  client: string;
  /** Whether the series can be changed here. */
  editable: boolean;
}

/**
 * The rules of a client's current series, as an item of a description list; renders nothing if there is none
 * (SERIES-08).
 */
export function UsualTime({ client, editable }: UsualTimeProps) {
  const timeZone = useTimeZone();
  const now = useNow();
  const { data = [] } = useQuery(seriesQuery());
  const { data: skips = [] } = useQuery(skipsQuery(now.toZonedDateTimeISO(timeZone).toPlainDate()));
  const rules = currentRules(
    data.filter((one) => one.client === client),
    now,
  );
  if (rules.length === 0) return null;
  return (
    <>
      <dt>Обычное время</dt>
      <dd>
        {rules.map((rule) => {
          const words = [showRule(rule, timeZone, now), showUntil(rule)].filter(Boolean).join(', ');
          return (
            <div key={rule.id} role="group" aria-label={words} className={classes.rule}>
              <p className={classes.words}>{words}</p>
              <p className={`small secondary ${classes.skips}`}>
                {showSkips(skips.filter(({ series }) => series === rule.id))}
              </p>
              {editable && <SeriesMenu series={rule} />}
            </div>
          );
        })}
      </dd>
    </>
  );
}
