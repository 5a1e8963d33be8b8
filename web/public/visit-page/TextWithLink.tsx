import { Fragment } from 'react';
import { readableLink } from '#domain/places/link.ts';

interface TextWithLinkProps {
  text: string;
  link: string;
  /** The separator before a link that is appended to the text. */
  between: string;
}

/** The practitioner's text with its link: a link within the text becomes clickable, otherwise it is appended. */
export function TextWithLink({ text, link, between }: TextWithLinkProps) {
  if (link === '') return text;
  const parts = text.split(link);
  const shown = parts.length > 1 ? parts : [text + between, ''];
  return shown.map((part, at) => (
    // The parts of a text never change places, so the index is a stable key.
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
