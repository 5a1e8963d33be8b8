import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TEMPLATE_RULES } from '#domain/templates/template.ts';
import { statusOf } from '#web/ground/api/errors.ts';
import { readAgain } from '#web/ground/api/read-again.ts';
import { RecordDialog } from '#web/practice/record-form/RecordDialog.tsx';
import type { Loaded } from '#web/practice/record-form/changed-fields.ts';
import { type FormWords } from '#web/practice/record-form/ChangedElsewhere.tsx';
import { DraftLine } from '#web/practice/record-form/DraftLine.tsx';
import { FieldOfRecord } from '#web/practice/record-form/FieldOfRecord.tsx';
import { textFieldOf } from '#web/practice/record-form/field-props.ts';
import { cached } from '#web/practice/record-form/save-record.ts';
import { useRecordForm } from '#web/practice/record-form/use-record-form.ts';
import { withDrafts } from '#web/practice/record-form/with-drafts.tsx';
import { addTemplate, changeTemplate, type TemplateForm } from '#web/practice/templates/actions.ts';
import { templateQuery, type TemplateRecord } from '#web/practice/templates/queries.ts';
import { openDialog } from '#web/ui/dialog/hosted.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

const WORDS: FormWords<TemplateForm> = { name: { what: 'название' }, text: { what: 'текст', text: true } };

export interface TemplateDialogProps {
  /** Null for a new template. */
  template: TemplateRecord | null;
  /** The position of a new template. */
  position: number;
  deleted?: boolean;
  onClose: () => void;
}

/** Adds or changes a template (CARD-04). */
export const TemplateDialog = withDrafts(Template);

function Template(props: TemplateDialogProps) {
  const { template, position, deleted = false, onClose } = props;
  const form = useRecordForm<TemplateForm, TemplateRecord>({
    name: `template-${template?.id ?? 'new'}`,
    record: template,
    start: { name: '', text: '' },
    formOf,
    rules: TEMPLATE_RULES,
    deleted,
    reopen: () => void openDialog((close) => <TemplateDialog {...props} onClose={close} />),
    create: template ? undefined : (attempt, typed) => addTemplate(attempt, typed, position),
    source: cached(templateQuery(template?.id ?? '')),
    change: (changes, { id }) => changeTemplate(id, changes),
    refresh: () => void readAgain(['templates']),
    onSaved: (_, shown) => {
      toast.success(template ? 'Шаблон сохранён' : 'Шаблон добавлен');
      if (shown) onClose();
    },
    onFailure: (error, id) => failureToast('Не\u00A0удалось сохранить шаблон', error, id),
  });
  return (
    <RecordDialog
      form={form}
      words={WORDS}
      deleted={deleted && { title: 'Этот шаблон удалили в\u00A0другом месте.', text: form.values.text }}
      onClose={onClose}
      title={template ? 'Изменение шаблона' : 'Новый шаблон'}
      submitText={template ? 'Сохранить' : 'Добавить'}
    >
      <TextInput label="Название" autoComplete="off" data-autofocus {...textFieldOf(form, 'name')} />
      <FieldOfRecord form={form} field="text" label="Текст" rows={8} styles={{ input: { '--most-rows': 14 } }} />
      <DraftLine draft={form.draft} />
    </RecordDialog>
  );
}

/** The dialog of a stored template with its current data. */
export function StoredTemplate({ template, onClose }: { template: TemplateRecord; onClose: () => void }) {
  const { data = template, error } = useQuery(templateQuery(template.id));
  return <TemplateDialog template={data} position={0} deleted={statusOf(error) === 404} onClose={onClose} />;
}

function formOf({ name, text }: TemplateRecord): Loaded<TemplateForm> {
  return { name, text };
}
