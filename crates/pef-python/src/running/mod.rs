//! Running the program: arguments from an input, the symbolic run, the plain replay, and the state between runs.

pub mod arguments;
mod batch;
pub mod capture;
mod choice;
mod eagerness;
pub mod exploration;
pub mod function_shape;
pub mod handing;
mod judging;
mod keywords;
mod loaded;
mod names;
pub mod noticing;
pub mod object_shape;
pub mod path;
pub mod recording;
pub mod report;
mod request;
mod sequence_shape;
pub mod shape;
pub mod state;
pub mod subject;
pub mod surroundings;
mod text_shape;
pub mod watching;
pub mod world;
pub mod written_terms;
