//! Two nodes in one process, each with a lobby, and a connection between them that delays and breaks.

mod fairness;
mod listener;
mod measure;
mod moving;
mod playing;
mod reach;
mod world;
