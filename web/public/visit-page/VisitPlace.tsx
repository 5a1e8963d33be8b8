import type { Place } from '#domain/places/place.ts';
import { TextWithLink } from '#web/public/visit-page/TextWithLink.tsx';
import classes from '#web/public/visit-page/VisitCard.module.css';

/** Where the visit is (PLACE-02); a link shows its address. */
export function VisitPlace({ place: { kind, text, link } }: { place: Place }) {
  if (kind === 'none') return null;
  const usual = kind === 'online' ? 'Онлайн' : kind === 'office' ? 'В\u00A0кабинете' : '';
  return (
    <p className={classes.place}>
      <TextWithLink text={text || usual} link={link} between=": " />
    </p>
  );
}
