import type { Command } from '#server/operation/operator/command.ts';
import { readReport, REPORT_READ } from '#server/ground/mail/read-report.ts';
import { ConfigError } from '#server/ground/config/config.ts';
import { StartError } from '#server/ground/process/start-error.ts';

/** An exit status that makes mail servers keep the mail and try again later. */
const TRY_AGAIN = 75;

const SAYS = {
  noted: 'The letter is noted as returned',
  unknown: 'No letter of this installation waits for this report: nothing is changed.',
  'being sent': 'The letter is being sent still: give the report again in a minute.',
} as const;

export const bounce: Command = {
  name: 'bounce',
  args: [],
  summary: 'reads one report of a letter that came back from its input, for an alias or a filter of mail',
  async run({ terminal, data, print }) {
    const report = await readReport(await terminal.read(REPORT_READ));
    if (!report) {
      print({ outcome: 'no report' }, ['This is no report of a letter that came back: nothing is changed.']);
      return 0;
    }
    try {
      const outcome = await data().run('bounce', report);
      print({ outcome }, [outcome === 'noted' ? `${SAYS.noted} (${report.status}).` : SAYS[outcome]]);
      return outcome === 'being sent' ? TRY_AGAIN : 0;
    } catch (error) {
      // With any other status the mail server would send a report about this report.
      if (!(error instanceof StartError || error instanceof ConfigError)) throw error;
      terminal.tell(error.message);
      return TRY_AGAIN;
    }
  },
};
