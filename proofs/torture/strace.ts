import { needPackage } from '#proofs/torture/debian-package.ts';

/** Installs strace where it is missing; throws an error with the reason where that fails. */
export async function needStrace(): Promise<void> {
  await needPackage('strace', 'strace', ['-V']);
}

/**
 * A command prefix: with -D the program stays our child, with its own signals and exit code, and strace runs detached.
 */
export function underStrace(...options: string[]): string[] {
  return ['strace', '-D', '-f', '--seccomp-bpf', ...options];
}
