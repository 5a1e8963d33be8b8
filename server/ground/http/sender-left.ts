import { AppError } from '#domain/errors.ts';

/** The connection closed in the middle of a request, whose response nobody reads. */
export class SenderLeft extends AppError {
  constructor() {
    super(400, 'The request ended early.');
  }
}
