//! The result of a task of the arena.

use std::panic::resume_unwind;

use tokio::task::JoinError;

/// The result of a task; `None` if the runtime ended first. A panic of the task is resumed in the caller.
pub fn joined<T>(ended: Result<T, JoinError>) -> Option<T> {
    match ended.map_err(JoinError::try_into_panic) {
        Ok(result) => Some(result),
        Err(Ok(panic)) => resume_unwind(panic),
        Err(Err(_cancelled)) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_task_that_was_cancelled_is_no_panic() {
        let task = tokio::spawn(std::future::pending::<()>());
        task.abort();
        assert_eq!(joined(task.await), None);
        assert_eq!(joined(tokio::spawn(async { 1 }).await), Some(1));
    }

    #[tokio::test]
    #[should_panic(expected = "of the task")]
    async fn a_panic_goes_on() {
        joined(tokio::spawn(async { panic!("of the task") }).await);
    }
}
