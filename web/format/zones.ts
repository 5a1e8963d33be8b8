/** 'Москва, UTC+3': the zone as people know it and how far its clock is from UTC at `now`. */
export function showZone(timeZone: string, now: Temporal.Instant): string {
  const place = zonePart(timeZone, 'shortGeneric', now);
  const offset = zonePart(timeZone, 'shortOffset', now).replace('GMT', 'UTC').replace('-', '−');
  return /^(?:GMT|UTC)/.test(place) ? offset : `${place}, ${offset}`;
}

function zonePart(timeZone: string, timeZoneName: 'shortGeneric' | 'shortOffset', now: Temporal.Instant): string {
  const parts = new Intl.DateTimeFormat('ru', { timeZone, timeZoneName }).formatToParts(now.epochMilliseconds);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone;
}
