export function LandingPage() {
  return <main>Кабинет</main>;
}
