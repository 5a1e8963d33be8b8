import { createRoot } from 'react-dom/client';
import { UiProvider } from '#web/ui/UiProvider.tsx';

const root = document.getElementById('root');
if (root) createRoot(root).render(<UiProvider>Запись на консультацию</UiProvider>);
