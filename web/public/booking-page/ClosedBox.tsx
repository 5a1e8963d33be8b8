import { NewsBox } from '#web/public/visitor/NewsBox.tsx';

/** The practitioner has closed the page while the visitor fills it in (BOOK-07). */
export function ClosedBox({ className }: { className: string | undefined }) {
  return (
    <NewsBox
      className={className}
      kind="warning"
      title="Запись сейчас закрыта."
      text="Психолог пока не&nbsp;принимает заявки. Всё, что вы&nbsp;ввели, осталось на&nbsp;месте: попробуйте отправить позже."
    />
  );
}
