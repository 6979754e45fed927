/** The answer of `GET /api/watch`. */
