import { Fragment } from 'react';
import { readableLink } from '#domain/places/link.ts';

interface TextWithLinkProps {
  text: string;
  link: string;
  /** What stands between the text and a link that is not within it. */
  between: string;
}

/** What the practitioner wrote, and where it leads: the link is one where it stands in the text, or else behind it. */
export function TextWithLink({ text, link, between }: TextWithLinkProps) {
  if (link === '') return text;
  const parts = text.split(link);
  const shown = parts.length > 1 ? parts : [text + between, ''];
  return shown.map((part, at) => (
    // The parts of one text never change places.
    <Fragment key={at}>
      {at > 0 && (
        <a href={link} target="_blank" rel="noopener noreferrer">
          {readableLink(link)}
        </a>
      )}
      {part}
    </Fragment>
  ));
}
