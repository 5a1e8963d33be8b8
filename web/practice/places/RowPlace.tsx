import { placeOf, type PlaceFacts } from '#domain/places/place.ts';
import { useProfile } from '#web/practice/own-profile/use-profile.ts';
import { JoinLink } from '#web/practice/places/JoinLink.tsx';
import { showPlace } from '#web/practice/places/place-words.ts';

interface RowPlaceProps {
  where: Pick<PlaceFacts, 'session' | 'client'>;
  className: string | undefined;
}

/** The place of a session in a row; renders nothing if there is a join link instead. */
export function RowAddress({ where, className }: RowPlaceProps) {
  const place = placeOf({ ...where, profile: useProfile() });
  const shown = place.kind === 'online' && place.link !== '' ? '' : showPlace(place);
  return (
    shown !== '' && (
      <span className={className} title={shown}>
        {shown}
      </span>
    )
  );
}

/** The link to join an online session in a row. */
export function RowJoin({ where, className }: RowPlaceProps) {
  const { link } = placeOf({ ...where, profile: useProfile() });
  return (
    link !== '' && (
      <div className={className}>
        <JoinLink link={link} />
      </div>
    )
  );
}
