import fc from 'fast-check';
import { type ClockChange, clockChanges } from '#domain/testing/clock-changes.ts';
import { assertSlotsAround, practiceAround } from '#domain/testing/slots-around.ts';
import type { Part } from '#proofs/torture/part.ts';

const YEARS = [2024, 2035] as const;
const PRACTICES = 3;

/** Free times against the clock on the wall: every zone, every clock change, the days around each. */
export const run: Part = async (tell) => {
  const changes = clockChanges(...YEARS);
  const changing = new Set(changes.map(({ timeZone }) => timeZone));
  const steady = Intl.supportedValuesOf('timeZone')
    .filter((timeZone) => !changing.has(timeZone))
    .map((timeZone) => ({ timeZone, at: Temporal.Instant.from('2030-06-15T00:00:00Z') }));
  for (const [title, moments] of [
    [`weeks around the ${changes.length} clock changes of ${changing.size} zones, ${YEARS.join('–')}`, changes],
    [`weeks in the ${steady.length} zones that change no clock`, steady],
  ] as const) {
    const wrong = moments.flatMap((moment) => faultsAround(moment));
    for (const fault of wrong.slice(0, 5)) console.log(`    ${fault}`);
    tell({
      what: `${title}, ${PRACTICES} practices each`,
      where: 'domain',
      measured: `${wrong.length} wrong`,
      wanted: '0 wrong',
      ok: moments.length > 0 && wrong.length === 0,
    });
  }
  const blind = changes.filter((moment) => faultsAround(moment, 'UTC').length === 0 && moment.timeZone !== 'UTC');
  tell({
    what: `control: the same ${changes.length} weeks by the clock of UTC`,
    where: 'domain',
    measured: `${changes.length - blind.length} found wrong`,
    wanted: 'nine of ten',
    ok: blind.length < changes.length / 10,
  });
};

function faultsAround(moment: ClockChange, timeZone = moment.timeZone): string[] {
  const law = fc.property(practiceAround(moment), (practice) =>
    assertSlotsAround(moment, { ...practice, timeZone }, practice),
  );
  const { failed, seed, counterexample } = fc.check(law, {
    numRuns: PRACTICES,
    // The control fails on purpose: nothing is learnt from the smallest example.
    endOnFailure: timeZone !== moment.timeZone,
  });
  return failed ? [`${moment.timeZone} ${moment.at.toString()}: seed ${seed}, ${fc.stringify(counterexample)}`] : [];
}
