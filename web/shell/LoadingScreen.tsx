import classes from '#web/shell/LoadingScreen.module.css';

/** While it is not known yet who is here (AUTH-08). */
export function LoadingScreen() {
  return (
    <main className={classes.screen}>
      <p role="status" className={classes.text}>
        Loading ...
      </p>
    </main>
  );
}
