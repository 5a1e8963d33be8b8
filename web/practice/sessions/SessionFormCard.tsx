import { type ComponentProps, useEffect } from 'react';
import { toldApart } from '#domain/clients/told-apart.ts';
import { showPhone } from '#domain/clients/phone.ts';
import { DayRuler } from '#web/practice/sessions/DayRuler.tsx';
import { SessionButtons } from '#web/practice/sessions/SessionButtons.tsx';
import classes from '#web/practice/sessions/SessionForm.module.css';
import { SessionQuestions } from '#web/practice/sessions/SessionQuestions.tsx';
import { SessionSteps } from '#web/practice/sessions/SessionSteps.tsx';
import { StepLine } from '#web/practice/sessions/StepLine.tsx';
import type { SessionEditing } from '#web/practice/sessions/use-session-form.ts';
import { Card } from '#web/ui/page/CardGrid.tsx';
import { DraftLine } from '#web/practice/record-form/DraftLine.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { useIsPhone } from '#web/ui/page/use-is-phone.ts';

interface SessionFormCardProps {
  /** The title of step 1; step 2 is always «Детали сессии» (SESSION-07). */
  title: string;
  client: ({ name: string; phone: string } & ComponentProps<typeof SessionSteps>['client']) | undefined;
  editing: SessionEditing;
  onLeave: () => void;
}

/** The form of a session on its own page. */
export function SessionFormCard({ title, client, editing, onLeave }: SessionFormCardProps) {
  const { session, values, timeZone, taken } = editing;
  const { step } = editing.flow;
  const phone = useIsPhone();
  const ruler = step === 1 && !phone;
  useEffect(() => {
    if (step === 2) window.scrollTo({ top: 0 });
  }, [step]);
  return (
    <div className={classes.page} data-ruler={ruler || undefined} data-writing={editing.writes || undefined}>
      <PageHeader
        above={<StepLine step={step} />}
        title={step === 1 ? title : 'Детали сессии'}
        subtitle={
          client && (
            <>
              <span translate="no">{client.name}</span>, <span className="nowrap">{showPhone(client.phone)}</span>
            </>
          )
        }
      />
      <form id={editing.id} noValidate onSubmit={editing.onSubmit}>
        <Card className={classes.form}>
          <SessionSteps editing={editing} client={client} />
          <div className={classes.foot}>
            <DraftLine className={classes.draft} draft={editing.draft} />
            <SessionButtons
              step={step}
              saveText={editing.saveText}
              saving={editing.saving}
              deleted={editing.deleted}
              onBack={() => editing.dispatch({ type: 'back' })}
              onCancel={() => editing.guard.discard(onLeave)}
            />
          </div>
        </Card>
      </form>
      {ruler && (
        <DayRuler
          session={session}
          values={values}
          timeZone={timeZone}
          taken={taken}
          name={client ? toldApart(client) : ''}
        />
      )}
      <SessionQuestions editing={editing} />
    </div>
  );
}
