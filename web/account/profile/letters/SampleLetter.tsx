import type { LetterPreview } from '#domain/letters/letter.ts';
import classes from '#web/account/profile/letters/SampleLetter.module.css';

interface SampleLetterProps {
  name: string;
  preview: LetterPreview;
  asText: boolean;
}

/**
 * A letter as mail programs show it. Drawn from its parts, because the page lets no text become HTML (decision 011);
 * nothing in it can be pressed.
 */
export function SampleLetter({ name, preview, asText }: SampleLetterProps) {
  const { subject, text, from, title, times, isOver, paragraphs, action, notes, stop } = preview;
  const [time, ...otherTimes] = times;
  return (
    <figure aria-label={`Письмо «${name}»`} className={classes.letter}>
      <figcaption className={classes.head}>
        <span className={classes.from}>{from}</span>
        <span className={classes.subject}>{subject}</span>
      </figcaption>
      {asText ? (
        <div className={classes.text}>{text}</div>
      ) : (
        <div className={classes.desk}>
          <p className={classes.mark}>{from}</p>
          <div className={classes.sheet}>
            <p className={classes.title}>{title}</p>
            {time && <p className={classes.time}>{isOver ? <s>{time}</s> : time}</p>}
            {otherTimes.map((line) => (
              <p key={line}>{isOver ? <s>{line}</s> : line}</p>
            ))}
            {paragraphs.map((line) => (
              <p key={line}>{line}</p>
            ))}
            {action && <p className={classes.action}>{action}</p>}
            {notes.map((line) => (
              <p key={line} className={classes.note}>
                {line}
              </p>
            ))}
            <p className={classes.stop}>{stop}</p>
          </div>
        </div>
      )}
    </figure>
  );
}
