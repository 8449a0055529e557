//! Ratings of players from the places in which they finished: pure statistics that know nothing of games, files or
//! protocols. Players are told apart by any key that is `Ord + Clone`, and a table may have any number of seats.
//!
//! - [`Pool`] collects matches and gives the standings.
//! - [`elo`] moves ratings with every match.
//! - [`estimate`] finds the strengths that explain all matches best, and differences between them, with 95 % intervals.
//! - [`sprt`] decides whether one player is stronger than another, as early as the results allow.
//!
//! ```
//! use kahua_ratings::sprt::{Hypothesis, Sprt};
//! use kahua_ratings::{Finish, Pool, Schedule};
//!
//! // Eighty sets of two matches with swapped seats; in every fifth set, bob wins the second match.
//! let mut pool = Pool::default();
//! for set in 0..80 {
//!     let id = format!("set {set}");
//!     let second = if set % 5 == 0 { [2, 1] } else { [1, 2] };
//!     pool.add(&id, &[Finish::new("ann", 1), Finish::new("bob", 2)]);
//!     pool.add(&id, &[Finish::new("ann", second[0]), Finish::new("bob", second[1])]);
//! }
//!
//! let standings = pool.standings();
//! let best = &standings[0];
//! assert_eq!((best.player, best.ranks.unwrap().last, best.matches, best.first_places), ("ann", 1, 160, 144));
//! assert!(best.elo.points() > 1600.0);
//! assert!(best.estimate.interval.lower > Some(1500.0));
//!
//! // Two players are compared by their difference, which has an interval of its own.
//! let difference = pool.table(None, Schedule::Fixed).difference(&"ann", &"bob").unwrap();
//! assert!(difference.interval.lower > Some(0.0) && difference.superiority > Some(0.999));
//!
//! // Is ann stronger by 20 Elo points rather than equally strong?
//! let sprt = Sprt::new(0.0, 20.0, 0.05, 0.05)?;
//! let scores = pool.head_to_head(&"ann", &"bob", 2);
//! assert_eq!(sprt.accepted(&scores), Some(Hypothesis::H1));
//! # Ok::<(), kahua_ratings::sprt::SprtError>(())
//! ```
//!
//! # Where the statistics come from
//!
//! - **Elo**: A. E. Elo, *The Rating of Chessplayers, Past and Present* (1978), with the logistic curve and K = 32. A
//!   match of n seats counts as a game between every two of them, each with K/(n − 1).
//! - **Estimates**: the model of R. A. Bradley and M. E. Terry, *Rank Analysis of Incomplete Block Designs* (Biometrika
//!   39, 1952), fitted by Newton's method; a tie is half a win. The prior is half a win and half a loss against an average
//!   player, in the manner of the virtual games in R. Coulom, *Whole-History Rating* (2008).
//! - **Intervals**: the sandwich estimator of P. J. Huber (1967) and H. White (1982), around the Fisher information, with
//!   sets of matches as clusters as in K.-Y. Liang and S. L. Zeger, *Longitudinal Data Analysis Using Generalized Linear
//!   Models* (Biometrika 73, 1986). How many degrees of freedom they leave for Student's t follows from their fourth moment, in
//!   the manner of F. E. Satterthwaite, *An Approximate Distribution of Estimates of Variance Components* (Biometrics Bulletin
//!   2, 1946). What they give is put as a number of games, as in E. L. Korn and B. I. Graubard, *Confidence Intervals for
//!   Proportions with Small Expected Number of Positive Counts Estimated from Survey Data* (Survey Methodology 24, 1998), with
//!   the mid-P probabilities of H. O. Lancaster (1961).
//! - **Schedules that follow the results**: that a design which depends on earlier results alone doesn't change what follows from
//!   the likelihood is the likelihood principle, in the terms of D. B. Rubin, *Inference and Missing Data* (Biometrika 63, 1976)
//!   an ignorable mechanism. The fitted prior is that of a hierarchical normal model with Laplace's approximation, as in
//!   L. Tierney and J. B. Kadane, *Accurate Approximations for Posterior Moments and Marginal Densities* (JASA 81, 1986).
//! - **Skills**, by which ladders pair: M. E. Glickman, *Parameter Estimation in Large Dynamic Paired Comparison Experiments*
//!   (Applied Statistics 48, 1999), the Glicko system without the growth of uncertainty over time. Opponents are drawn with
//!   E. J. Gumbel's distribution, whose largest value falls to each candidate in proportion to its weight.
//! - **SPRT**: A. Wald, *Sequential Tests of Statistical Hypotheses* (1945), with the generalized likelihood ratio for the
//!   mean of a multinomial distribution by M. Van den Bergh, as fishtest and fastchess compute it for logistic Elo. The
//!   tests compare it with values of both programs.
//!
//! A set is the unit of evidence throughout, whether its matches have the same luck or each its own. Matches with the same
//! luck aren't independent, so counting each of them alone could promise more than the results hold. Matches with luck of
//! their own are, but only a whole set gives every seat's advantage to everybody: counted alone, that advantage would pass
//! for chance and make the intervals too wide.

pub mod elo;
pub mod estimate;
mod pool;
mod skill;
pub mod sprt;

pub use elo::{Change, Rating};
pub use estimate::{Difference, Estimate, Interval, Schedule};
pub use pool::{Finish, Meeting, Meetings, Pool, Ranks, Standing, Table, rate};
pub use skill::Skill;
pub use sprt::{ScoreCounts, Sprt};
