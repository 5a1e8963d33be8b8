import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { FirstSections } from '#web/account/profile/FirstSections.tsx';
import { SECTIONS } from '#web/account/profile/sections.tsx';

/** Renders the section named in the address; without a name, the first ones. */
export function ChosenSection() {
  const { section } = useSearch({ from: '/dashboard/profile/' });
  const { title, Content } = SECTIONS.find(({ id }) => id === section) ?? {};
  useEffect(() => {
    document.title = `${title ?? 'Профиль'} — Кабинет`;
  }, [title]);
  const Shown = Content ?? FirstSections;
  return <Shown />;
}
