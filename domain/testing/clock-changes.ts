export interface ClockChange {
  timeZone: string;
  /** The moment at which the zone's clocks are moved. */
  at: Temporal.Instant;
}

/** Every clock change of every zone of the IANA database in the years `from`–`to`, both included. */
export function clockChanges(from: number, to: number): ClockChange[] {
  const first = Temporal.Instant.from(`${from}-01-01T00:00:00Z`);
  const end = Temporal.Instant.from(`${to + 1}-01-01T00:00:00Z`);
  return Intl.supportedValuesOf('timeZone').flatMap((timeZone) => {
    const changes: ClockChange[] = [];
    let moment = first.toZonedDateTimeISO(timeZone).getTimeZoneTransition('next');
    while (moment && moment.epochMilliseconds < end.epochMilliseconds) {
      changes.push({ timeZone, at: moment.toInstant() });
      moment = moment.getTimeZoneTransition('next');
    }
    return changes;
  });
}
