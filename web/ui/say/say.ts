/** Long enough for any reader to have read it out; later the words would be read where nothing says them any more. */
const KEPT_MS = 5000;

let line: HTMLElement | null = null;
let emptying: ReturnType<typeof setTimeout> | undefined;

/** A screen reader reads only what comes into a line that was there before. */
export function startSaying(): HTMLElement {
  if (line) return line;
  line = document.createElement('p');
  line.className = 'visually-hidden';
  line.setAttribute('role', 'status');
  document.body.append(line);
  return line;
}

/** Has a screen reader say what is seen otherwise, the same words a second time too. */
export function say(words: string): void {
  const said = startSaying();
  said.textContent = words;
  clearTimeout(emptying);
  emptying = setTimeout(() => said.replaceChildren(), KEPT_MS);
}
