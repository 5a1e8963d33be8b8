import { useNavigate } from '@tanstack/react-router';
import { PaletteBody } from '#web/practice/search/PaletteBody.tsx';
import type { Result } from '#web/practice/search/results.ts';
import classes from '#web/practice/search/SearchPalette.module.css';
import { Layer } from '#web/ui/dialog/Layer.tsx';
import { layers } from '#web/ui/dialog/layers.ts';

export interface SearchPaletteProps {
  onClose: () => void;
}

/**
 * Searches clients, sessions, notes and the screens by name. The typed text is stored only in the history entry of a
 * list that it opens.
 */
export function SearchPalette({ onClose }: SearchPaletteProps) {
  const navigate = useNavigate();
  const choose = ({ go }: Result) => {
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
