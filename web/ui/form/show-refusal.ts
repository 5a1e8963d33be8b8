import { fieldTexts } from '#web/ground/api/errors.ts';
import { focusFirstError } from '#web/ui/form/form-focus.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';

interface FormWithErrors {
  values: object;
  setErrors: (errors: Record<string, string>) => void;
}

/** Shows the server's field errors in the form and focuses the first; any other failure is a toast titled `failed`. */
export function showRefusal(form: FormWithErrors, error: unknown, failed: string): void {
  const texts = fieldTexts(error);
  form.setErrors(texts);
  if (Object.keys(texts).some((field) => field in form.values)) focusFirstError();
  else failureToast(failed, error);
}
