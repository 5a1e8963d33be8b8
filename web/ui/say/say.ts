/** Long enough for any reader to have read it out; later the words would be read where nothing says them any more. */
const KEPT_MS = 5000;

const ID = 'said';

/** A screen reader reads only what comes into a line that was there before. */
export function startSaying(): HTMLElement {
  const there = document.getElementById(ID);
  if (there) return there;
  const line = document.createElement('p');
  line.id = ID;
  line.className = 'visually-hidden';
  line.setAttribute('role', 'status');
  document.body.append(line);
  return line;
}

/** Has a screen reader say what is seen otherwise, the same words a second time too. */
export function say(words: string): void {
  const said = document.createTextNode(words);
  startSaying().replaceChildren(said);
  setTimeout(() => said.remove(), KEPT_MS);
}
