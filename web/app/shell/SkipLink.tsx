import classes from '#web/app/shell/SkipLink.module.css';

/** The first Tab stop: skips the menu. */
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
      К&nbsp;содержанию
    </a>
  );
}
