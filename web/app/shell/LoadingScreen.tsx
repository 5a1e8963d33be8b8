import classes from '#web/app/shell/LoadingScreen.module.css';

/** Shown until the session is known (AUTH-08). */
export function LoadingScreen() {
  return (
    <main className={classes.screen}>
      <p aria-live="polite" className={classes.text}>
        Loading ...
      </p>
    </main>
  );
}
