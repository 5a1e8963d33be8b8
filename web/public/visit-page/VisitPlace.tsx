import { readableLink } from '#domain/places/link.ts';
import type { Place } from '#domain/places/place.ts';
import classes from '#web/public/visit-page/VisitCard.module.css';

/** Where the visit is (PLACE-02); a link shows its address. */
export function VisitPlace({ place: { kind, text, link } }: { place: Place }) {
  if (kind === 'none') return null;
  const [before = '', ...behind] = link === '' ? [text] : text.split(link);
  const isWithin = behind.length > 0;
  return (
    <p className={classes.place}>
      {before || (kind === 'online' ? 'Онлайн' : kind === 'office' ? 'В\u00A0кабинете' : '')}
      {link !== '' && (
        <>
          {isWithin ? '' : ': '}
          <a href={link} target="_blank" rel="noopener noreferrer">
            {readableLink(link)}
          </a>
        </>
      )}
      {behind.join(link)}
    </p>
  );
}
