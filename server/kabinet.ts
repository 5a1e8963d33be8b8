import { openForCommand } from '#server/open-context.ts';
import { COMMANDS } from '#server/operation/operator/commands.ts';
import { runKabinet } from '#server/operation/operator/run-kabinet.ts';
import { openTerminal } from '#server/operation/operator/terminal.ts';
import { runCommand } from '#server/ground/process/run-program.ts';

// `npm run kabinet -- COMMAND`, and `kabinet COMMAND` in the image. The daily backup is a process of it.

await runCommand(async () => {
  const { stdin: input, stdout: output, stderr: beside, env } = process;
  const terminal = openTerminal({ input, output, beside });
  process.exitCode = await runKabinet(process.argv.slice(2), {
    commands: COMMANDS,
    env,
    terminal,
    openHere: openForCommand,
  });
});
