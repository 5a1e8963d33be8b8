import classes from '#web/ui/base/Mark.module.css';

/** The lamp on its desk with the name next to it. */
export function Mark() {
  return (
    <span className={classes.mark}>
      <svg aria-hidden viewBox="0 0 26 26" width="26" height="26">
        <path d="M6 13.6h14l3.4 9.8H2.6z" fill="var(--k-beam)" />
        <path
          d="M12.1 1h1.8v3.2h-1.8zM3 13.4C3 8 7.4 4 13 4s10 4 10 9.4q0 .6-.6.6H3.6q-.6 0-.6-.6z"
          fill="var(--k-shade)"
        />
        <path d="M1 23h24v2H1z" fill="var(--k-ink)" />
      </svg>
      Кабинет
    </span>
  );
}
