/** Copies a text that is still on its way: Safari allows only what begins with the press itself. */
export async function copyComing(coming: Promise<string>): Promise<void> {
  const blob = coming.then((text) => new Blob([text], { type: 'text/plain' }));
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}
