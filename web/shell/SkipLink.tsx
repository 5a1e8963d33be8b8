import classes from '#web/shell/SkipLink.module.css';

/** The first stop of the keyboard: past the menu, to the screen itself. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className={classes.skip}
      onClick={(event) => {
        event.preventDefault();
        document.querySelector('main')?.focus();
      }}
    >
      К содержанию
    </a>
  );
}
