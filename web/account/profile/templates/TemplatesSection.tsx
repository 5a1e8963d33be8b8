import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAreLocked } from '#web/ground/api/keys.ts';
import { readAgain } from '#web/ground/api/read-again.ts';
import { newRecordId } from '#web/ground/browser/record-id.ts';
import { ProfileSection } from '#web/account/profile/ProfileSection.tsx';
import { SAMPLES } from '#web/account/profile/templates/samples.ts';
import { StoredTemplate, TemplateDialog } from '#web/account/profile/templates/TemplateDialog.tsx';
import { TemplateList } from '#web/account/profile/templates/TemplateList.tsx';
import classes from '#web/account/profile/templates/Templates.module.css';
import { addTemplate, type TemplateForm } from '#web/practice/templates/actions.ts';
import { lastPosition } from '#web/practice/templates/order.ts';
import { type TemplateRecord, templatesQuery } from '#web/practice/templates/queries.ts';
import { NotOpened } from '#web/ui/base/NotOpened.tsx';
import { submitOnce } from '#web/ui/form/submit-once.ts';
import { useFocusNear } from '#web/ui/list/keep-focus-near.ts';
import { useSlipGuard } from '#web/ui/list/slip-guard.ts';
import { Coming } from '#web/ui/page/Coming.tsx';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { toast } from '#web/ui/toast/toast.ts';

/** The practitioner's own templates for records, in their own order (CARD-04). */
export function TemplatesSection() {
  const query = useQuery(templatesQuery());
  const { data: templates } = query;
  const locked = useAreLocked();
  const [opened, setOpened] = useState<TemplateRecord | 'new' | null>(null);
  const close = () => setOpened(null);
  const position = lastPosition(templates ?? []);
  return (
    <ProfileSection
      title="Шаблоны записей"
      hint="Кнопка «Вставить шаблон» у&nbsp;новостей клиента, мыслей о&nbsp;сессии и&nbsp;заметок ставит такой текст туда, где стоит курсор."
    >
      {!templates && (
        <Coming query={query} failed="Не&nbsp;удалось загрузить шаблоны" text="Загрузка..." count={2} height={72} />
      )}
      {templates && (
        <>
          {templates.length === 0 && <p className="secondary">Шаблонов пока нет.</p>}
          {locked && <NotOpened />}
          <TemplateList templates={templates} onEdit={setOpened} />
          {/* No text can be saved while the texts are locked. */}
          {!locked && (
            <>
              <div className="above-4">
                <Button
                  variant="default"
                  leftSection={<IconPlus aria-hidden size={18} stroke={1.8} />}
                  onClick={() => setOpened('new')}
                >
                  Добавить шаблон
                </Button>
              </div>
              <Samples templates={templates} position={position} />
            </>
          )}
        </>
      )}
      {opened === 'new' && <TemplateDialog template={null} position={position} onClose={close} />}
      {opened !== null && opened !== 'new' && <StoredTemplate template={opened} onClose={close} />}
    </ProfileSection>
  );
}

/** The samples that the list does not contain yet. */
function Samples({ templates, position }: { templates: readonly TemplateRecord[]; position: number }) {
  const adding = useMutation({
    mutationFn: (sample: TemplateForm) => addTemplate({ id: newRecordId(), again: false }, sample, position),
    onSuccess: () => toast.success('Шаблон добавлен'),
    onError: (error) => failureToast('Не\u00A0удалось сохранить шаблон', error),
    onSettled: () => readAgain(['templates']),
  });
  const left = SAMPLES.filter((sample) => templates.every(({ name }) => name !== sample.name));
  const slip = useSlipGuard(String(left.length));
  if (left.length === 0) return null;
  return (
    <section aria-label="Образцы" className={classes.samples}>
      <h3 className={classes.title}>Образцы</h3>
      <ul role="list" className="grid" {...slip.place}>
        {left.map((sample) => (
          <Sample key={sample.name} sample={sample} onTake={() => submitOnce(adding, sample)} />
        ))}
      </ul>
    </section>
  );
}

function Sample({ sample: { name, text }, onTake }: { sample: TemplateForm; onTake: () => void }) {
  const button = useFocusNear<HTMLButtonElement>();
  return (
    <li data-row={name} className={classes.row}>
      <div className={classes.what}>
        <p className="medium anywhere">{name}</p>
        <p className={classes.text}>{text}</p>
      </div>
      <Button
        ref={button}
        variant="subtle"
        className={classes.take}
        aria-label={`Добавить образец «${name}»`}
        onClick={onTake}
      >
        Добавить
      </Button>
    </li>
  );
}
