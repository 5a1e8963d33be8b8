import { useNavigate } from '@tanstack/react-router';
import { PaletteBody } from '#web/practice/search/PaletteBody.tsx';
import type { Navigate } from '#web/practice/search/result.ts';
import classes from '#web/practice/search/SearchPalette.module.css';
import { Layer } from '#web/ui/dialog/Layer.tsx';
import { layers } from '#web/ui/dialog/layers.ts';

interface SearchPaletteProps {
  onClose: () => void;
}

/**
 * Searches clients, sessions and texts, and finds screens and settings by name (CARD-06). The typed text is stored only
 * in the history entry of a list that it opens.
 */
export function SearchPalette({ onClose }: SearchPaletteProps) {
  const navigate = useNavigate();
  const choose = (go: (navigate: Navigate) => Promise<void>) => {
    layers.forgetOpener();
    onClose();
    void go(navigate);
  };
  return (
    <Layer
      onClose={onClose}
      onClickOutside={onClose}
      label="Поиск"
      width={600}
      place={classes.place}
      className={classes.content}
    >
      <PaletteBody onChoose={choose} onClose={onClose} />
    </Layer>
  );
}
