import { byEar } from '#proofs/torture/browsers/by-ear.ts';
import { falseAlarms } from '#proofs/torture/browsers/false-alarms.ts';
import { firstPictures } from '#proofs/torture/browsers/first-picture.ts';
import { runJourneys } from '#proofs/torture/browsers/journeys.ts';
import { lostTexts } from '#proofs/torture/browsers/lost-texts.ts';
import { onPaper } from '#proofs/torture/browsers/paper.ts';
import { browserVersions, HiddenDisplay, needBrowsers } from '#proofs/torture/debian-browsers.ts';
import type { Part } from '#proofs/torture/part.ts';

/** The journeys in the engines of Firefox and of Safari, by the same files as in Chromium, and what these do otherwise. */
export const run: Part = async (tell) => {
  await needBrowsers();
  const { firefox, webkit } = await browserVersions();
  await using display = await HiddenDisplay.open();
  process.env['DISPLAY'] = display.name;
  await byEar(`Orca, ${firefox}`, display.name, tell);
  await onPaper(firefox, tell);
  await firstPictures(webkit, tell);
  await falseAlarms('chromium', 'Chromium', tell);
  await falseAlarms('firefox', firefox, tell);
  await falseAlarms('webkit', webkit, tell);
  await lostTexts('firefox', firefox, tell);
  await lostTexts('webkit', webkit, tell);
  await runJourneys('firefox', firefox, {}, tell);
  await runJourneys('webkit', webkit, { DISPLAY: display.name }, tell);
};
