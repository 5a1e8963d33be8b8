import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { isolated } from '#domain/text/isolated.ts';
import { useAreLocked } from '#web/ground/api/keys.ts';
import { readAgain } from '#web/ground/api/read-again.ts';
import classes from '#web/account/profile/templates/Templates.module.css';
import { bringBack, deleteTemplate, moveTemplates } from '#web/practice/templates/actions.ts';
import { moved } from '#web/practice/templates/order.ts';
import { type TemplateRecord, templatesQuery } from '#web/practice/templates/queries.ts';
import { NotOpened } from '#web/ui/base/NotOpened.tsx';
import { deleteRecord } from '#web/ui/dialog/confirm-deletion.ts';
import { useFocusNear } from '#web/ui/list/keep-focus-near.ts';
import { useSlipGuard } from '#web/ui/list/slip-guard.ts';
import { failureToast } from '#web/ui/page/failure-toast.ts';
import { say } from '#web/ui/say/say.ts';
import { toast } from '#web/ui/toast/toast.ts';

const MOVES = ['templates', 'move'];

interface TemplateListProps {
  templates: readonly TemplateRecord[];
  onEdit: (template: TemplateRecord) => void;
}

/** The templates in order; each has two buttons to move it. */
export function TemplateList({ templates, onEdit }: TemplateListProps) {
  const queryClient = useQueryClient();
  const locked = useAreLocked();
  const moving = useMutation({
    mutationFn: moveTemplates,
    mutationKey: MOVES,
    // Moves run one after another, so the last press decides.
    scope: { id: 'templates' },
    onError: (error) => failureToast('Не\u00A0удалось переставить шаблон', error),
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey: MOVES }) === 1) void readAgain(['templates']);
    },
  });
  const move = (template: TemplateRecord, step: 1 | -1, button: HTMLElement) => {
    const changes = new Map(moved(templates, template.id, step).map(({ id, position }) => [id, position]));
    if (changes.size === 0) return;
    const places = templates.map((one) => ({ ...one, position: changes.get(one.id) ?? one.position }));
    const order = places.toSorted((one, other) => one.position - other.position);
    queryClient.setQueryData(templatesQuery().queryKey, order);
    // Moving a row in the DOM drops the focus.
    requestAnimationFrame(() => button.focus());
    const at = order.findIndex(({ id }) => id === template.id) + 1;
    say(`${template.name}: место ${at} из\u00A0${order.length}`);
    moving.mutate([...changes].map(([id, position]) => ({ id, position })));
  };
  const back = async (template: TemplateRecord) => {
    try {
      await bringBack(template);
      toast.success('Шаблон возвращён');
    } catch (error) {
      failureToast('Не\u00A0удалось вернуть шаблон', error);
    }
    await readAgain(['templates']);
  };
  // Keyed by the number of rows only: after a move, «Ниже» may be pressed again at the same place.
  const slip = useSlipGuard(String(templates.length));
  const leaving = useRef(new Set<string>());
  const remove = async (template: TemplateRecord) => {
    if (leaving.current.has(template.id)) return;
    leaving.current.add(template.id);
    try {
      await deleteRecord({
        remove: () => deleteTemplate(template.id),
        refresh: () => readAgain(['templates']),
        deleted: 'Шаблон удалён',
        // A text that cannot be decrypted could not be restored.
        undo: template.text === undefined ? undefined : { text: 'Вернуть', onPress: () => void back(template) },
      });
    } catch (error) {
      failureToast('Не\u00A0удалось удалить шаблон', error);
    }
    leaving.current.delete(template.id);
  };
  const icon = { 'aria-hidden': true, size: 18, stroke: 1.6 } as const;
  return (
    <ol role="list" aria-label="Шаблоны" className="grid" {...slip.place}>
      {templates.map((template, index) => {
        const name = isolated(template.name);
        return (
          <li key={template.id} data-row={template.id} className={classes.row}>
            <div className={classes.what}>
              <p className="medium anywhere" translate="no">
                {template.name}
              </p>
              {template.text === undefined ? (
                // If all texts are locked, one notice above the list says so.
                !locked && <NotOpened />
              ) : (
                <p className={classes.text} translate="no">
                  {template.text}
                </p>
              )}
            </div>
            <Buttons>
              <ActionIcon
                aria-label={`Выше: ${name}`}
                aria-disabled={index === 0}
                onClick={({ currentTarget }) => move(template, -1, currentTarget)}
              >
                <IconArrowUp {...icon} />
              </ActionIcon>
              <ActionIcon
                aria-label={`Ниже: ${name}`}
                aria-disabled={index === templates.length - 1}
                onClick={({ currentTarget }) => move(template, 1, currentTarget)}
              >
                <IconArrowDown {...icon} />
              </ActionIcon>
              <ActionIcon aria-label={`Изменить: ${name}`} onClick={() => onEdit(template)}>
                <IconPencil {...icon} />
              </ActionIcon>
              <ActionIcon aria-label={`Удалить: ${name}`} color="red" onClick={() => void remove(template)}>
                <IconTrash {...icon} />
              </ActionIcon>
            </Buttons>
          </li>
        );
      })}
    </ol>
  );
}

function Buttons({ children }: { children: ReactNode }) {
  return (
    <div ref={useFocusNear<HTMLDivElement>()} className={classes.buttons}>
      {children}
    </div>
  );
}
