import { useLicenceOffer } from '#web/practice/own-profile/use-licence.ts';

/** «Лицензия: 2 900 ₽ в год. Купить»; renders nothing if the operator has set neither. */
export function LicenceOffer({ again = false }: { again?: boolean }) {
  const { price, url } = useLicenceOffer();
  if (price === null && url === null) return null;
  return (
    <>
      {price && `Лицензия: ${price}. `}
      {url && (
        <a href={url} target="_blank" rel="noreferrer">
          {again ? 'Продлить лицензию' : 'Купить лицензию'}
        </a>
      )}
    </>
  );
}
