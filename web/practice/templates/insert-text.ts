/**
 * Puts a template at the cursor, or in place of what is selected, as typing does: Ctrl Z takes it back. It begins and
 * ends on lines of its own.
 */
export function insertText(field: HTMLTextAreaElement, template: string): void {
  field.focus();
  const [before, after] = [field.value.slice(0, field.selectionStart), field.value.slice(field.selectionEnd)];
  const text = `${/[^\n]$/.test(before) ? '\n' : ''}${template}${/^[^\n]/.test(after) ? '\n' : ''}`;
  // Nothing else keeps the browser's own steps back.
  if (document.execCommand('insertText', false, text)) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
}
