import { TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { TEMPLATE_RULES } from '#domain/templates/template.ts';
import { statusOf } from '#web/ground/api/errors.ts';
import { readAgain } from '#web/ground/api/read-again.ts';
import type { Loaded } from '#web/practice/record-form/changed-fields.ts';
import { ChangedElsewhere, type FormWords } from '#web/practice/record-form/ChangedElsewhere.tsx';
import { DeletedElsewhere } from '#web/practice/record-form/DeletedElsewhere.tsx';
import { DraftLine } from '#web/practice/record-form/DraftLine.tsx';
import { FieldOfRecord } from '#web/practice/record-form/FieldOfRecord.tsx';
import { cached } from '#web/practice/record-form/save-record.ts';
import { useRecordForm } from '#web/practice/record-form/use-record-form.ts';
import { withDrafts } from '#web/practice/record-form/with-drafts.tsx';
import { addTemplate, changeTemplate, type TemplateForm } from '#web/practice/templates/actions.ts';
import { templateQuery, type TemplateRecord } from '#web/practice/templates/queries.ts';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { openDialog } from '#web/ui/dialog/hosted.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

const WORDS: FormWords<TemplateForm> = { name: { what: 'название' }, text: { what: 'текст', text: true } };

export interface TemplateDialogProps {
  /** Null adds one. */
  template: TemplateRecord | null;
  /** Where a new one stands. */
  position: number;
  deleted?: boolean;
  onClose: () => void;
}

/** Adds or changes a template (CARD-04). */
export const TemplateDialog = withDrafts(Template);

function Template(props: TemplateDialogProps) {
  const { template, position, deleted = false, onClose } = props;
  const queryClient = useQueryClient();
  const form = useRecordForm<TemplateForm, TemplateRecord>({
    name: `template-${template?.id ?? 'new'}`,
    record: template,
    start: { name: '', text: '' },
    formOf,
    rules: TEMPLATE_RULES,
    deleted,
    reopen: () => void openDialog((close) => <TemplateDialog {...props} onClose={close} />),
    create: template ? undefined : (attempt, typed) => addTemplate(attempt, typed, position),
    source: cached(queryClient, templateQuery(template?.id ?? '')),
    change: (changes, { id }) => changeTemplate(id, changes),
    refresh: () => void readAgain(['templates']),
    onSaved: (_, shown) => {
      toast.success(template ? 'Шаблон сохранён' : 'Шаблон добавлен');
      if (shown) onClose();
    },
    onFailure: (error, id) => failureToast('Не\u00A0удалось сохранить шаблон', error, id),
  });
  const { draft, guard, values, errors, change } = form;
  return (
    <FormDialog
      covered={guard.hidesForm}
      onClose={() => guard.leave(onClose)}
      onCancel={() => guard.discard(onClose)}
      title={template ? 'Изменение шаблона' : 'Новый шаблон'}
      formId={form.id}
      onSubmit={form.onSubmit}
      submitText={template ? 'Сохранить' : 'Добавить'}
      pendingText="Сохранение..."
      pending={form.saving}
      submitDisabled={deleted}
    >
      {deleted && (
        <DeletedElsewhere title="Этот шаблон удалили в&nbsp;другом месте." text={values.text}>
          Сохранить изменения больше некуда. Введённое можно скопировать.
        </DeletedElsewhere>
      )}
      {!deleted && <ChangedElsewhere draft={draft} words={WORDS} />}
      <TextInput
        label="Название"
        autoComplete="off"
        data-autofocus
        value={values.name}
        error={errors.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <FieldOfRecord
        draft={draft}
        field="text"
        label="Текст"
        rows={8}
        styles={{ input: { '--most-rows': 14 } }}
        value={values.text}
        error={errors.text}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
      <DraftLine draft={draft} />
    </FormDialog>
  );
}

/** Changes a template as it is stored now. */
export function StoredTemplate({ template, onClose }: { template: TemplateRecord; onClose: () => void }) {
  const { data = template, error } = useQuery(templateQuery(template.id));
  return <TemplateDialog template={data} position={0} deleted={statusOf(error) === 404} onClose={onClose} />;
}

function formOf({ name, text }: TemplateRecord): Loaded<TemplateForm> {
  return { name, text };
}
