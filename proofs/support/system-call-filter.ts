import { spawnSync } from 'node:child_process';

/** The number of setpriority among the system calls of Linux. */
const NUMBERS: Partial<Record<NodeJS.Architecture, number>> = { x64: 141, arm64: 140 };
const ANSWERS = { EPERM: 0x00050001, SIGSYS: 0x80000000 } as const;

/** Four instructions that the kernel runs before each system call (seccomp), then the program that follows. */
const FILTER = `
import ctypes, os, struct, sys
answer, number, program = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
steps = [(0x20, 0, 0, 0), (0x15, 0, 1, number), (0x06, 0, 0, answer), (0x06, 0, 0, 0x7FFF0000)]
code = ctypes.create_string_buffer(b''.join(struct.pack('HBBI', *step) for step in steps))
filter = ctypes.create_string_buffer(struct.pack('HL', len(steps), ctypes.addressof(code)))
prctl = ctypes.CDLL(None, use_errno=True).prctl
prctl.argtypes = [ctypes.c_int] + [ctypes.c_ulong] * 4
if prctl(38, 1, 0, 0, 0) or prctl(22, 2, ctypes.addressof(filter), 0, 0):
    sys.exit('no filter: ' + os.strerror(ctypes.get_errno()))
os.execvp(program[0], program)
`;

/**
 * Returns a wrapper command under which a program and its children cannot call setpriority; null where this is not
 * supported.
 */
export function withoutSetPriority(answer: keyof typeof ANSWERS): string[] | null {
  const number = NUMBERS[process.arch];
  if (process.platform !== 'linux' || number === undefined) return null;
  const under = ['python3', '-c', FILTER, String(ANSWERS[answer]), String(number)];
  return spawnSync('python3', [...under.slice(1), 'true']).status === 0 ? under : null;
}
