import { browserVersions, HiddenDisplay, needBrowsers } from '#proofs/torture/debian-browsers.ts';
import { runJourneys } from '#proofs/torture/browsers/journeys.ts';
import type { Part } from '#proofs/torture/part.ts';

/** The journeys in the engines of Firefox and of Safari, by the same files as in Chromium. */
export const run: Part = async (tell) => {
  await needBrowsers();
  const { firefox, webkit } = await browserVersions();
  await runJourneys('firefox', firefox, {}, tell);
  await using display = await HiddenDisplay.open();
  await runJourneys('webkit', webkit, { DISPLAY: display.name }, tell);
};
