import { AppError } from '#domain/errors.ts';

/** Runs a visitor's call and renames `date` in its errors to `start`, as the public pages call it. */
export async function underStart<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof AppError) || !error.fields['date']) throw error;
    const { date, ...others } = error.fields;
    throw new AppError(error.status, error.message, { ...others, start: date });
  }
}
