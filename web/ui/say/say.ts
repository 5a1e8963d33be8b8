/** In milliseconds: long enough for a screen reader to finish; later the text would only be found out of context. */
const KEPT_MS = 5000;

const ID = 'said';

/** Creates the live region in advance, because screen readers announce only what is added to an existing one. */
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

/** Makes a screen reader announce something that is otherwise only visible; the same text is announced again too. */
export function say(words: string): void {
  const said = document.createTextNode(words);
  startSaying().replaceChildren(said);
  setTimeout(() => said.remove(), KEPT_MS);
}
