import type { FormEvent, ReactNode } from 'react';
import classes from '#web/account/access/AccountForm.module.css';
import { FieldStack } from '#web/ui/form/FieldStack.tsx';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';

interface AccountFormProps {
  /** The result of the last attempt, above the fields. */
  notice?: ReactNode;
  children?: ReactNode;
  submitText: string;
  pending: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Content under the button. */
  foot?: ReactNode;
}

/** Fields and one full-width button; a refused request keeps the typed values. */
export function AccountForm({ notice, children, submitText, pending, onSubmit, foot }: AccountFormProps) {
  return (
    <form noValidate onSubmit={onSubmit}>
      {notice && <div className="below-5">{notice}</div>}
      {children && <FieldStack>{children}</FieldStack>}
      <SubmitButton fullWidth mt={children ? 20 : 0} pending={pending} pendingText="Загрузка...">
        {submitText}
      </SubmitButton>
      {foot && <div className={classes.foot}>{foot}</div>}
    </form>
  );
}
